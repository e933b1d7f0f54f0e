import { type Day, romeDay } from './dates.ts';

/** By how much the clock of this machine is ahead, in ms; negative if it is behind. */
let aheadMs = 0;

/** Sets by how much the clock of this machine is ahead of the right one, in ms; negative if it is behind. */
export function setClockError(ms: number): void {
  aheadMs = ms;
}

/** The instant at which the clock of this machine shows `ownMs`, in ms since 1970. */
export function instantAt(ownMs: number): Date {
  return new Date(ownMs - aheadMs);
}

/** This instant, whatever the clock of this machine shows. */
export function now(): Date {
  return instantAt(Date.now());
}

/** Today in Europe/Rome. */
export function today(): Day {
  return romeDay(now());
}

/** Whether the clock of this machine shows today's day. */
export function isOwnDayRight(): boolean {
  return romeDay(new Date()) === today();
}
