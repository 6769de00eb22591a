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
        // Of what `subject-case` refuses, a name in capitals at the beginning is taken: HEAD, WAF.
        'subject-begins-small': ({ subject }) => [
          !/^[A-Z][a-z]/.test(subject ?? ''),
          'a subject begins with a small letter, or with a name in capitals',
        ],
      },
    },
  ],
  rules: {
    'header-max-length': [2, 'always', 72],
    'changes-are-explained': [2, 'always'],
    'subject-case': [0],
    'subject-begins-small': [2, 'always'],
    // Wrapped prose such as `word: more` at the beginning of a line is a footer to the parser.
    'footer-leading-blank': [0],
  },
} satisfies UserConfig;
