import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useResource } from '../api/use-resource.js';
import { Loaded } from '../design/loaded.js';
import { useSessionControl } from './session.js';

/** A page of its own, so that leaving for it asks what leaving for any other page asks. */
export function SignOutPage() {
  const { signOut } = useSessionControl();
  const navigate = useNavigate();
  const leave = useCallback(async () => {
    await signOut();
    await navigate('/', { replace: true });
  }, [signOut, navigate]);
  return <Loaded loading={useResource(leave)}>{() => null}</Loaded>;
}
