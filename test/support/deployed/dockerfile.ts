export interface Instruction {
  readonly verb: string;
  /** Without the breaks of its lines. */
  readonly rest: string;
}
interface Stage {
  readonly name: string | undefined;
  readonly base: string;
  readonly lines: readonly Instruction[];
}

/** The stages of a Dockerfile; what stands before the first `FROM` is left out. */
export function stagesOf(text: string): readonly Stage[] {
  const stages: { name: string | undefined; base: string; lines: Instruction[] }[] = [];
  for (const instruction of instructionsOf(text)) {
    const [, base, name] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.rest) ?? [];
    if (instruction.verb === 'FROM') stages.push({ name, base: base ?? '', lines: [] });
    else stages.at(-1)?.lines.push(instruction);
  }
  return stages;
}

export function instructionsOf(text: string): readonly Instruction[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, verb = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { verb, rest };
    });
}
