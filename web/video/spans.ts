export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in order; those that touch are one. */
export function joined(spans: readonly Span[]): Span[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end + 0.05) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** What spans leave out of a length, as far as it is longer than a tenth of a second. */
export function gapsIn(spans: readonly Span[], length: number): Span[] {
  const starts = [0, ...spans.map(({ end }) => end)];
  const ends = [...spans.map(({ start }) => start), length];
  return starts.flatMap((start, at) => {
    const end = ends[at] ?? length;
    return end - start > 0.1 ? [{ start, end }] : [];
  });
}

/** What several reads cover: each its window without its gaps. */
export function coveredBy(
  reads: readonly {
    readonly coverage: { readonly gaps: readonly Span[]; readonly of_total: number };
  }[],
): Span[] {
  return joined(reads.flatMap(({ coverage }) => gapsIn(coverage.gaps, coverage.of_total)));
}
