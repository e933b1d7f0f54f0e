import { type Libraries, useJsApiLoader } from '@react-google-maps/api';
import { useEffect } from 'react';

declare global {
  interface Window {
    /** Called by the maps script when it refuses the key. */
    gm_authFailure?: () => void;
  }
}

const SCRIPT_ID = 'maps-script';
/** Longest load of the script, in ms; after it the portal shows its own map. */
const SCRIPT_TIMEOUT_MS = 15_000;

const LIBRARIES: Libraries = ['maps', 'marker'];
const REGION = 'IT';
/** The script has one language per page load: that of its first use. */
const LANGUAGE = document.documentElement.lang;

/**
 * Loads the maps script (§7).
 * @returns whether it is loaded; `onFail` is called if it fails or refuses the key
 */
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
    // The loader retries for half a minute; the portal's own map need not wait. Error events of scripts do not bubble.
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
