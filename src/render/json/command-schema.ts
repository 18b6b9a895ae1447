import { Type } from '@sinclair/typebox';
import { Count, exact, FormatVersion } from './schema-parts.js';

const LockSchema = Type.Union([
  Type.Null(),
  Type.Object({ user: Type.String(), host: Type.String(), pid: Count, command: Type.String(), since: Type.String() }),
]);

/** The commands that do one thing: each fills in what it is about. */
export const CommandSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    version: Type.Optional(Type.String({ description: '--version' })),
    files: Type.Optional(
      Type.Array(Type.String(), { description: 'init, export --out: paths from the project folder' }),
    ),
    written: Type.Optional(Type.Array(Type.String(), { description: 'init: those of the files that it wrote' })),
    account: Type.Optional(Type.String({ description: 'login' })),
    uid: Type.Optional(Type.String({ description: 'login' })),
    expiresAt: Type.Optional(Type.String({ description: 'login' })),
    address: Type.Optional(Type.String({ description: 'import' })),
    id: Type.Optional(Type.String({ description: 'import' })),
    accepted: Type.Optional(Type.Array(Type.String(), { description: 'accept' })),
    resolved: Type.Optional(Type.Integer({ minimum: 0, description: 'resolve' })),
    removed: Type.Optional(Type.String({ description: 'state rm' })),
    moved: Type.Optional(
      Type.Array(Type.Object({ from: Type.String(), to: Type.String() }, exact), { description: 'state mv' }),
    ),
    lineage: Type.Optional(Type.String({ description: 'state init' })),
    place: Type.Optional(Type.String({ description: 'state init' })),
    from: Type.Optional(Type.String({ description: 'state migrate' })),
    to: Type.Optional(Type.String({ description: 'state migrate' })),
    holder: Type.Optional(LockSchema),
    taken: Type.Optional(LockSchema),
    schemas: Type.Optional(Type.Array(Type.String(), { description: 'schema' })),
  },
  { title: 'A command with --json that does one thing' },
);
