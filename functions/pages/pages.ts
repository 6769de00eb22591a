import type { Endpoint } from '../../layers/http/route.ts';
import { referencePages } from '../api/openapi/route.ts';
import { signinPages } from './signin/route.ts';

/** Every page there is for people, by the function that answers it. */
export const PAGES: readonly Endpoint[] = [...signinPages, ...referencePages];
