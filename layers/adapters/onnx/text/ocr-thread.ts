import type { WrittenLine, YuvPicture } from '../../../app/ports/sources/text-reader.ts';
import { answerQuestions } from '../answer-questions.ts';
import { openPictureReader } from './read-picture.ts';

answerQuestions<YuvPicture, WrittenLine[]>(openPictureReader().then(({ read }) => read));
