import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { watchForMissingParts } from './app/failures/failures.js';
import { SessionProvider } from './session/session.js';
import { showTheme } from './app/frame/frame.js';
import { createRouter } from './app/router.js';
import { LanguageProvider } from './texts/language.js';
import { takeLinkToken } from './session/link-token.js';
import { NowProvider } from './time/now.js';

showTheme();
takeLinkToken();
watchForMissingParts();

const root = document.getElementById('app');
if (!root) throw new Error('The page has no place for the application');

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
