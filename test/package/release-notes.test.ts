import { expect, test } from 'vitest';
import { sectionOf } from '../../scripts/package/changelog.js';

const CHANGELOG = `# Changelog

Introduction.

## [Unreleased]

## [1.10.0] - 2026-12-02

### Added

- Ten. See [1.1.0].

## [1.1.0] - 2026-12-01

### Fixed

- One.
`;

test('the notes of a version are its section, and no other one’s', () => {
  expect(sectionOf(CHANGELOG, '1.10.0')).toBe('### Added\n\n- Ten. See [1.1.0].\n');
  expect(sectionOf(CHANGELOG, '1.1.0')).toBe('### Fixed\n\n- One.\n');
});

test.each(['1.1', '2.0.0', 'Unreleased', ''])('no release without notes: %j', (version) => {
  expect(() => sectionOf(CHANGELOG, version)).toThrow(`nothing about version ${version}`);
});
