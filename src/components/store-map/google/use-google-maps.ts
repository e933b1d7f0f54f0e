import { type Libraries, useJsApiLoader } from '@react-google-maps/api';
import { useEffect } from 'react';

declare global {
  interface Window {
    /** Called by the maps script when it refuses the key. */
    gm_authFailure?: () => void;
  }
}

/** The element that brings the script. */
const SCRIPT_ID = 'maps-script';
/** How long it may take, in ms; then the map that needs no one else is shown. */
const SCRIPT_TIMEOUT_MS = 15_000;

const LIBRARIES: Libraries = ['maps', 'marker'];
const REGION = 'IT';
/** The script speaks one language as long as the page lives: the one in which it is first needed. */
const LANGUAGE = document.documentElement.lang;

/** Loads the maps script (§7). @returns whether it is there; `onFail` is called once it has failed, or its key is refused */
export function useGoogleMaps(googleMapsApiKey: string, onFail: () => void): boolean {
  const { isLoaded, loadError } = useJsApiLoader({
    id: SCRIPT_ID,
    googleMapsApiKey,
    libraries: LIBRARIES,
    region: REGION,
    language: LANGUAGE,
  });

  useEffect(() => {
    window.gm_authFailure = onFail;
    return () => {
      delete window.gm_authFailure;
    };
  }, [onFail]);

  useEffect(() => {
    // The loader tries on for half a minute; the map in its place need not wait for that. Such an event does not bubble.
    const onError = ({ target }: Event) => {
      if (target instanceof Element && target.id === SCRIPT_ID) onFail();
    };
    document.addEventListener('error', onError, true);
    return () => document.removeEventListener('error', onError, true);
  }, [onFail]);

  useEffect(() => {
    if (loadError) onFail();
    if (loadError || isLoaded) return undefined;
    const timer = setTimeout(onFail, SCRIPT_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, loadError, onFail]);

  return isLoaded;
}
