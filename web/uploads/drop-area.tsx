import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  readonly multiple: boolean;
}

/** Takes files that are dropped anywhere on the page, or chosen. */
export function DropArea({ onFiles, multiple }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const taken = useRef(onFiles);
  taken.current = onFiles;
  useEffect(() => {
    const done = new AbortController();
    const { signal } = done;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) taken.current(multiple ? files : files.slice(0, 1));
    };
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || setOver(false), {
      signal,
    });
    addEventListener('drop', drop, { signal });
    return () => done.abort();
  }, [multiple]);
  return (
    <div class="drop" data-over={isOver}>
      <label for="files">
        {multiple ? 'Drop videos anywhere on this page, or ' : 'Drop the video on this page, or '}
        <span class="button">choose {multiple ? 'files' : 'a file'}</span>
      </label>
      <input
        ref={input}
        id="files"
        type="file"
        multiple={multiple}
        accept="video/*,audio/*,.mxf,.mkv,.gxf,.lxf,.ts,.dv,.mov,.avi"
        onChange={() => {
          onFiles([...(input.current?.files ?? [])]);
          if (input.current) input.current.value = '';
        }}
      />
    </div>
  );
}
