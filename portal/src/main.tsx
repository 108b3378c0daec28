import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { recordChunkLoadErrors } from './app/errors/error-pages.js';
import { SessionProvider } from './session/session.js';
import { applyTheme } from './app/layout/layout.js';
import { createRouter } from './app/router.js';
import { LanguageProvider } from './texts/language.js';
import { takeLinkToken } from './session/link-token.js';
import { NowProvider } from './time/now.js';

applyTheme();
takeLinkToken();
recordChunkLoadErrors();

const root = document.getElementById('app');
if (!root) throw new Error('The page has no element with the id app');

createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <NowProvider>
        <SessionProvider>
          <RouterProvider router={createRouter()} />
        </SessionProvider>
      </NowProvider>
    </LanguageProvider>
  </StrictMode>,
);
