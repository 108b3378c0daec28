import { useState } from 'react';
import { Navigate } from 'react-router';
import { takeReturnPath } from './single-sign-on.js';

/** The keys; after single sign-on the page that was left for it. */
export function FirstPage() {
  const [path] = useState(() => takeReturnPath() ?? '/keys');
  return <Navigate to={path === '/' ? '/keys' : path} replace />;
}
