import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { inAppAddress } from '#features/viewer/links.ts';
import { isRemotePath } from '#lib/device.ts';
import { useServices } from '#services.ts';
import { ComparedDocument, type Told } from './compared-document.ts';
import type { ComparedPage } from './compared-pages.ts';

interface ComparedInput {
  readonly topic: string;
  readonly pages: readonly ComparedPage[];
  readonly page: number;
  readonly onChosen: (number: number | undefined) => void;
  readonly onEscape: () => void;
}

/** Where compared pages are drawn, and what is drawn of them. */
export interface ComparedPlace {
  readonly place: RefObject<HTMLDivElement | null>;
  /** The marked cell that is pointed at or has the focus. */
  readonly told: Told | undefined;
  /** How much of the page is drawn, of 1. */
  readonly drawn: number;
  readonly document: ComparedDocument;
}

/** The document of a comparison, placed where React keeps room for it. */
export function useComparedDocument(input: ComparedInput): ComparedPlace {
  const { topic, pages, page } = input;
  const { clock, isRemote } = useServices();
  const { history } = useRouter();
  const place = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<Told>();
  const [drawn, setDrawn] = useState(1);
  const latest = useRef(input);
  latest.current = input;
  const [document] = useState(
    () =>
      new ComparedDocument({
        clock,
        onTold: setTold,
        onDrawing: setDrawn,
        onChosen: (number) => latest.current.onChosen(number),
        onEscape: () => latest.current.onEscape(),
        onLink(href, event) {
          const hasModifier = event.ctrlKey || event.shiftKey || event.altKey || event.metaKey;
          const address = inAppAddress({ href, target: '', button: event.button, hasModifier }, location.href);
          if (address === undefined) return;
          event.preventDefault();
          history.push(isRemote && !isRemotePath(address) ? `/remote${address}` : address);
        },
      }),
  );
  useLayoutEffect(() => {
    place.current?.append(document.host);
    document.host.id = 'comparison';
    return () => document.close();
  }, [document]);
  useLayoutEffect(() => document.host.setAttribute('aria-label', `Report page ${pages[page]?.name ?? ''}`));
  useEffect(() => document.show(topic, pages, page), [document, topic, pages, page]);
  return { place, told, drawn, document };
}
