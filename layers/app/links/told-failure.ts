import { DomainError } from '../../domain/errors.ts';
import { isWorthWaiting } from '../../domain/links/source-errors.ts';
import type { Failure } from '../ports/links/fetches.ts';
import { secondsUntil } from '../seconds-until.ts';

/** What a link failed with, as its callers are told while that is believed. */
export const toldFailure = (
  { error, until }: Failure,
  now: Date,
  options?: ErrorOptions,
): DomainError =>
  DomainError.from(error, isWorthWaiting(error) ? secondsUntil(until, now) : undefined, options);
