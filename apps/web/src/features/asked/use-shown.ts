import { useEffect, useRef } from 'react';

/** True while the component is on the screen: an answer that comes later finds another one in its place, or none. */
export function useShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
