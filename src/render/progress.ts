import { cutToWidth } from './characters/measure.js';
import { visible } from './characters/visible.js';

export interface Progress {
  /** `reading keywords`. */
  readonly label: string;
  readonly done: number;
  /** Unknown while a listing is walked. */
  readonly total?: number;
  /** Milliseconds since the epoch, as `now`. */
  readonly startedAt: number;
  readonly now: number;
}

export interface ProgressOptions {
  /** A bar on a terminal; a plain sentence elsewhere. */
  readonly terminal: boolean;
  readonly width: number;
}

const BAR = 20;

/** One line of progress, without a line end: counts, rate and time left. */
export function renderProgress(progress: Progress, options: ProgressOptions): string {
  const { done, total, startedAt, now } = progress;
  const label = visible(progress.label);
  const seconds = Math.max(0, now - startedAt) / 1000;
  const rate = seconds >= 1 && done > 0 ? done / seconds : undefined;
  const known = total !== undefined && total > 0;
  const parts = [known ? `${done}/${total}` : `${done}`];
  if (rate !== undefined) parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`);
  if (known && rate !== undefined && done < total) parts.push(`${duration((total - done) / rate)} left`);
  if (known && done >= total) parts.push(`in ${duration(seconds)}`);
  if (!options.terminal) return `${label}: ${parts.join(', ')}`;
  const bar = known
    ? `${barOf(done / total)} ${String(Math.floor((100 * Math.min(done, total)) / total)).padStart(3)}%  `
    : '';
  return cutToWidth(`${label}  ${bar}${parts.join('  ')}`, Math.max(20, options.width - 1));
}

function barOf(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR);
  return '█'.repeat(filled) + '░'.repeat(BAR - filled);
}

/** `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
