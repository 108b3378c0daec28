import { useLocation } from 'react-router';
import { useTexts } from '../texts/language.js';

const RETURN_TO = 'portal.return-to';

/** Where one was before going through the provider; the service leads back to the first page only. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(RETURN_TO) ?? undefined;
  sessionStorage.removeItem(RETURN_TO);
  return path;
}

export function SingleSignOn({ name, url }: { name: string; url: string }) {
  const { signIn } = useTexts();
  const { pathname, search } = useLocation();
  return (
    <a className="button" href={url} onClick={() => sessionStorage.setItem(RETURN_TO, pathname + search)}>
      {signIn.with(name)}
    </a>
  );
}
