import type { Answerer } from '../../app/ports/questions/answerer.ts';
import { bedrockAnswerer, bedrockClient } from './bedrock.ts';
import { openaiAnswerer } from './openai.ts';

/** The variables that choose who answers questions. */
export interface AnswererSettings {
  /** Unset: the server that ANSWERER_URL names, else evidence. */
  readonly ANSWERER?: 'bedrock' | 'openai' | 'evidence' | undefined;
  readonly ANSWERER_URL?: string | undefined;
  readonly ANSWERER_API_KEY?: string | undefined;
  readonly ANSWERER_MODEL?: string | undefined;
}

const MODEL = 'gpt-4o-mini';

/**
 * The model that answers; undefined for evidence, which needs none.
 * @throws Error when the one that was named lacks what it needs
 */
export function chooseAnswerer(env: AnswererSettings): Answerer | undefined {
  const {
    ANSWERER: named,
    ANSWERER_URL: url,
    ANSWERER_MODEL: model,
    ANSWERER_API_KEY: apiKey,
  } = env;
  if (named === 'evidence' || (named === undefined && url === undefined)) return undefined;
  if (named === 'bedrock') {
    if (model === undefined) throw new Error('ANSWERER is bedrock, but ANSWERER_MODEL is unset');
    return bedrockAnswerer({ client: bedrockClient(), modelId: model });
  }
  if (url === undefined) throw new Error('ANSWERER is openai, but ANSWERER_URL is unset');
  return openaiAnswerer({ url, apiKey, model: model ?? MODEL });
}
