import { useState } from 'react';
import { Navigate } from 'react-router';
import { takeReturnPath } from './single-sign-on.js';

/** Redirects to the page before single sign-on, or to the keys. */
export function FirstPage() {
  const [path] = useState(() => takeReturnPath() ?? '/keys');
  return <Navigate to={path === '/' ? '/keys' : path} replace />;
}
