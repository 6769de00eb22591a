import type { Command } from './command.ts';
import { ask } from './commands/ask.ts';
import { credits } from './commands/credits.ts';
import { jobs } from './commands/jobs.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { look } from './commands/look.ts';
import { say } from './commands/say.ts';
import { upload } from './commands/upload.ts';

export const COMMANDS: Readonly<Record<string, Command>> = {
  look,
  say,
  ask,
  upload,
  jobs,
  credits,
  login,
  logout,
};
