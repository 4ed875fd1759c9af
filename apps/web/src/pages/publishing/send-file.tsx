import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { PublishingModel } from '#features/publishing/publishing-model.ts';
import type { Upload, UploadState } from '#features/publishing/upload.ts';
import { useFileDrop } from '#features/publishing/use-file-drop.ts';
import { sizeWords } from '#features/publishing/words.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Banner, WaitingLine } from '#ui/message.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { PublishedFile, ReadyFile } from './ready-file.tsx';

interface SendFileProps {
  readonly model: PublishingModel;
  readonly upload: Upload;
  readonly ownEntity: string;
}

/** The kinds of files that the server reads itself. */
const accepted = '.xlsx,.xlsm,.ods,.csv,.tsv,.html,.htm';

/** A file for a report: dropped or chosen, looked at as viewers will see it, published (decision 59). */
export function SendFile({ model, upload, ownEntity }: SendFileProps) {
  const state = useStore(upload.store);
  const { maxBytes, selected } = useStore(model.store);
  const [entered, enter] = useEntered(selected);
  const [tooMany, setTooMany] = useState(false);
  const isBusy = state.state === 'publishing';
  const take = (files: readonly File[]) => {
    const [file] = files;
    if (!file || isBusy) return;
    setTooMany(files.length > 1);
    if (files.length === 1) void upload.take(file, entered, maxBytes);
  };
  const isOver = useFileDrop(take);
  return (
    <section className="panel" aria-labelledby="publish-file" data-over={isOver || undefined}>
      <header>
        <h2 id="publish-file">Publish a file</h2>
      </header>
      {tooMany ? (
        <div className="notes">
          <Banner tone="amber" icon="alert" isAlert>
            Drop one file at a time.
          </Banner>
        </div>
      ) : null}
      <Stage {...{ state, upload, ownEntity }}>
        <ChooseFile {...{ model, state, entered }} onEnter={enter} onFiles={take} />
      </Stage>
    </section>
  );
}

/** What is entered stays until another report is selected, which then stands in the field. */
function useEntered(selected: string): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState<{ readonly text: string; readonly selected: string }>();
  const entered = typed?.selected === selected ? typed.text : selected;
  return [entered, (text) => setTyped({ text, selected })];
}

interface StageProps {
  readonly state: UploadState;
  readonly upload: Upload;
  readonly ownEntity: string;
  readonly children: ReactNode;
}

function Stage({ state, upload, ownEntity, children }: StageProps) {
  switch (state.state) {
    case 'idle':
      return children;
    case 'reading':
      return (
        <div className="body">
          <WaitingLine text={`Reading ${state.file.name}...`} />
          <div className="row">
            <Button onPress={() => upload.cancel()}>CANCEL</Button>
          </div>
        </div>
      );
    case 'secret':
      return <AskSecret key={String(state.isWrong)} {...{ state, upload }} />;
    case 'refused':
      return (
        <div className="body">
          <Banner tone="red" icon="alert" isAlert>
            {state.file.name} cannot be published to {state.topic}: {state.text}
          </Banner>
          <div className="row">
            <Button icon="retry" onPress={() => void upload.again()}>
              Try again
            </Button>
            <Button kind="quiet" onPress={() => upload.cancel()}>
              CANCEL
            </Button>
          </div>
        </div>
      );
    case 'ready':
    case 'publishing':
      return <ReadyFile {...{ state, upload, ownEntity }} />;
    case 'published':
      return <PublishedFile {...{ state, upload }} />;
  }
}

interface ChooseFileProps {
  readonly model: PublishingModel;
  readonly state: UploadState;
  readonly entered: string;
  readonly onEnter: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

function ChooseFile({ model, state, entered, onEnter, onFiles }: ChooseFileProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { reports, places, maxBytes } = useStore(model.store);
  const file = state.state === 'idle' ? state.file : undefined;
  const fault = state.state === 'idle' ? state.fault : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) onFiles([file]);
    else input.current?.click();
  };
  const names = [...new Set([...reports.map(({ topic }) => topic), ...places.map((place) => openPlace(place))])];
  return (
    <form className="drop-zone" onSubmit={submit}>
      <TextField
        label="Publish to"
        placeholder="ENTITY/GROUP/REPORT"
        value={entered}
        maxLength={200}
        list={id}
        spellCheck={false}
        error={fault === '' ? undefined : fault}
        onChange={onEnter}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="drop-here">
        <Icon name="sheet" />
        <p>
          {file ? (
            <>
              <strong>{file.name}</strong> is ready.
            </>
          ) : (
            <>
              <strong>Drop a file here</strong> or choose one. You can check what viewers will see before you publish.
            </>
          )}
        </p>
        <div className="row">
          {file ? (
            <Button type="submit" kind="primary" icon="eye">
              Preview
            </Button>
          ) : null}
          <Button kind={file ? 'quiet' : 'primary'} icon="folder" onPress={() => input.current?.click()}>
            Choose file
          </Button>
        </div>
        <p className="quiet">.xlsx, .xlsm, .ods, .csv, .tsv or .html, up to {sizeWords(maxBytes)}</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label="File to publish"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          onFiles(files);
        }}
      />
    </form>
  );
}

/** A group or an entity is where a name begins. */
function openPlace(place: string): string {
  return place.split('/').length < 3 ? `${place}/` : place;
}

interface AskSecretProps {
  readonly state: Extract<UploadState, { state: 'secret' }>;
  readonly upload: Upload;
}

function AskSecret({ state, upload }: AskSecretProps) {
  const [secret, setSecret] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret !== '') void upload.enterSecret(secret);
  };
  return (
    <form className="body narrow" onSubmit={submit}>
      <p>{state.topic} has a publish secret.</p>
      <PasswordField
        label="Publish secret"
        autoComplete="off"
        autoFocus
        value={secret}
        maxLength={200}
        error={state.isWrong ? 'This is not the publish secret of this report' : undefined}
        onChange={setSecret}
      />
      <div className="row">
        <Button type="submit" kind="primary" disabledReason={secret === '' ? 'Enter the publish secret' : undefined}>
          SUBMIT
        </Button>
        <Button kind="quiet" onPress={() => upload.cancel()}>
          CANCEL
        </Button>
      </div>
    </form>
  );
}
