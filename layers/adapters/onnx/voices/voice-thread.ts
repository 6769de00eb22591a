import { answerQuestions } from '../answer-questions.ts';
import { openSilero } from './silero.ts';

answerQuestions(openSilero());
