import type {
  Judged,
  Recognised,
  Speech,
  SpeechFinder,
  Stretch,
  Transcriber,
} from '../../../layers/app/ports/transcript/speech.ts';

export interface FakeSpeech {
  /** What the next sound holds. */
  found: { speech: Speech; stretches: Stretch[] };
  /** What of the next sound is missing, where it is decoded to be listened to. */
  damage: Judged['damage'];
  /** What the recogniser answers of a stretch. */
  recognise: (samples: Int16Array, language: string) => Promise<Recognised>;
  readonly speech: SpeechFinder<unknown>;
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
    damage: { silent: [], soundEnds: null, unheard: null },
    recognise: async () => ({ language: null, segments: [] }),
    speech: {
      find: async function* () {
        return { speech: yield* heard(), damage: fake.damage };
      },
      judge: heard,
    },
    transcriber: {
      name: 'fake',
      parallel: 2,
      recognise: ({ samples, language }) => fake.recognise(samples, language),
    },
  };
  return fake;
}
