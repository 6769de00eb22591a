import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { saying, text } from './content.ts';

/** State that travels through the client, and is refused where somebody changed it. */
export const codec = createRequestStateCodec({ key: randomBytes(32) });

const elicit = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: { type: 'string' } },
      required: [field],
    },
  });
const confirm = () =>
  inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  });
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens });
const roots = () => inputRequired.listRoots();

const Named = z.object({ name: z.string() });
const Capabilities = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    sampling: z.unknown().optional(),
    elicitation: z.unknown().optional(),
  }),
});

interface Asking {
  readonly asks: Readonly<Record<string, () => InputRequest>>;
  readonly state?: true;
  readonly answer?: string;
}

/** Tools that ask once and answer when all of it is there. */
const ONCE: Readonly<Record<string, Asking>> = {
  test_input_required_result_sampling: {
    asks: { capital_question: () => sample('What is the capital of France?', 100) },
  },
  test_input_required_result_list_roots: { asks: { client_roots: roots } },
  test_input_required_result_request_state: {
    asks: { confirm },
    state: true,
    answer: 'state-ok',
  },
  test_input_required_result_tampered_state: {
    asks: { confirm },
    state: true,
  },
  test_input_required_result_multiple_inputs: {
    asks: {
      user_name: () => elicit('What is your name?', 'name'),
      greeting: () => sample('Generate a greeting', 50),
      client_roots: roots,
    },
    state: true,
  },
  test_streaming_elicitation: { asks: { user_name: () => elicit('Who are you?', 'name') } },
  test_missing_capability: { asks: { capital_question: () => sample('Which capital?', 10) } },
};

/** Registers what asks its client for something in the revision without a handshake. */
export function addAskingTools(server: McpServer): void {
  for (const [name, { asks, state, answer }] of Object.entries(ONCE)) {
    server.registerTool(name, { description: `Asks for ${Object.keys(asks).join(', ')}.` }, (ctx) =>
      askedOnce(ctx, asks, state === true, answer),
    );
  }
  const name = 'test_input_required_result_elicitation';
  server.registerTool(name, { description: 'Asks for a name.' }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', Named);
    if (given) return saying(`Hello, ${given.name}!`);
    const user_name = elicit('What is your name?', 'name');
    return inputRequired({ inputRequests: { user_name } });
  });
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks for what its client says that it can.' },
    ({ mcpReq }) => {
      const can = Capabilities.parse(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
      const inputRequests = {
        ...(can.sampling !== undefined && { capital_question: sample('Which capital?', 100) }),
        ...(can.elicitation !== undefined && { user_name: elicit('What is your name?', 'name') }),
      };
      if (Object.keys(inputRequests).length === 0) return saying('Nothing can be asked.');
      if (mcpReq.inputResponses) return saying('Thank you.');
      return inputRequired({ inputRequests });
    },
  );
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks for a name, then for a colour.' },
    async ({ mcpReq }) => {
      const round = mcpReq.requestState<{ round: number }>()?.round ?? 0;
      const given = mcpReq.inputResponses ?? {};
      if (round === 2 && 'step2' in given) return saying('Both steps are done.');
      if (round === 1 && 'step1' in given) {
        const step2 = elicit('Step 2: What is your favorite color?', 'color');
        const requestState = await codec.mint({ round: 2 });
        return inputRequired({ inputRequests: { step2 }, requestState });
      }
      const step1 = elicit('Step 1: What is your name?', 'name');
      const requestState = await codec.mint({ round: 1 });
      return inputRequired({ inputRequests: { step1 }, requestState });
    },
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks for its context.' },
    ({ mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context');
      if (given) return { messages: [{ role: 'user', content: text(JSON.stringify(given)) }] };
      const user_context = elicit('What context should the prompt use?', 'context');
      return inputRequired({ inputRequests: { user_context } });
    },
  );
}

async function askedOnce(
  { mcpReq }: ServerContext,
  asks: Asking['asks'],
  state: boolean,
  answer?: string,
) {
  const kinds = Object.keys(asks).map((key) => inputResponse(mcpReq.inputResponses, key));
  if (kinds.every(({ kind }) => kind !== 'missing')) {
    return saying(answer ?? JSON.stringify(mcpReq.inputResponses));
  }
  const inputRequests = Object.fromEntries(Object.entries(asks).map(([key, ask]) => [key, ask()]));
  return inputRequired({
    inputRequests,
    ...(state && { requestState: await codec.mint({ asked: true }) }),
  });
}
