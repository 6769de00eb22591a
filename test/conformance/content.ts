import type { CallToolResult } from '@modelcontextprotocol/server';

/** A red pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A second of nothing, as far as a header tells. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const;

export const text = (words: string) => ({ type: 'text', text: words }) as const;
export const saying = (words: string): CallToolResult => ({ content: [text(words)] });

/** What tools without arguments answer, by their name. */
export const ANSWERS: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: saying('This is a simple text response for testing.'),
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
};

type Message = { role: 'user'; content: typeof image | ReturnType<typeof text | typeof resource> };

const asked = (...content: Message['content'][]): { messages: Message[] } => ({
  messages: content.map((part) => ({ role: 'user', content: part })),
});

/** What prompts answer, by their name. */
export const PROMPTS = {
  test_simple_prompt: () => asked(text('This is a simple prompt for testing.')),
  test_prompt_with_image: () => asked(image, text('Please analyze the image above.')),
  test_prompt_with_arguments: ({ arg1 = '', arg2 = '' }: Readonly<Record<string, string>>) =>
    asked(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }: Readonly<Record<string, string>>) =>
    asked(
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
};
