import type { UserConfig } from '@commitlint/types';

const EXPLAINED = ['feat', 'fix', 'perf'];

export default {
  extends: ['@commitlint/config-conventional'],
  plugins: [
    {
      rules: {
        // Not `body`: a line that begins with `Fix:` is a footer to the parser.
        'changes-are-explained': ({ type, raw }) => [
          !EXPLAINED.includes(type ?? '') || /\n\n\S/.test(raw ?? ''),
          `a commit of ${EXPLAINED.join(', ')} has a body: the problem, its cause, what was done`,
        ],
      },
    },
  ],
  rules: {
    'header-max-length': [2, 'always', 72],
    'changes-are-explained': [2, 'always'],
  },
} satisfies UserConfig;
