import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { createInstance } from 'i18next';
import Backend from 'i18next-http-backend';
import { Suspense, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { dataProvider } from './data-provider.ts';

const History = lazy(() => import('./history.tsx'));

const i18n = createInstance();
void i18n
  .use(Backend)
  .use(initReactI18next)
  .init({
    lng: 'it',
    fallbackLng: false,
    ns: ['purchases'],
    defaultNS: 'purchases',
    backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });

const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <Suspense>
      <I18nextProvider i18n={i18n}>
        <BrowserRouter>
          <Refine
            dataProvider={dataProvider}
            routerProvider={routerProvider}
            resources={[{ name: 'purchases', list: '/storico-acquisti' }]}
            options={{ syncWithLocation: true, disableTelemetry: true }}
          >
            <Routes>
              <Route path="/storico-acquisti" element={<History />} />
            </Routes>
          </Refine>
        </BrowserRouter>
      </I18nextProvider>
    </Suspense>,
  );
}
