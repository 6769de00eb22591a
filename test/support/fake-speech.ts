import type {
  Recognised,
  Speech,
  SpeechFinder,
  Stretch,
  Transcriber,
} from '../../layers/app/ports/speech.ts';

export interface FakeSpeech {
  /** What the next sound holds. */
  found: { speech: Speech; stretches: Stretch[] };
  /** What the recogniser answers of a stretch. */
  recognise: (samples: Int16Array, language: string) => Promise<Recognised>;
  readonly speech: SpeechFinder;
  readonly transcriber: Transcriber;
}

/** A voice throughout, in which a recogniser hears nothing, until the test says otherwise. */
export function fakeSpeech(): FakeSpeech {
  async function* heard(): AsyncGenerator<Stretch, Speech> {
    yield* fake.found.stretches;
    return fake.found.speech;
  }
  const fake: FakeSpeech = {
    found: {
      speech: { is_speech: true, confidence: 0.9, reason: 'A voice.' },
      stretches: [],
    },
    recognise: async () => ({ language: null, segments: [] }),
    speech: { find: heard, judge: heard },
    transcriber: {
      name: 'fake',
      parallel: 2,
      recognise: ({ samples, language }) => fake.recognise(samples, language),
    },
  };
  return fake;
}
