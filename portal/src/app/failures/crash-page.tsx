import { useTexts } from '../../texts/language.js';
import { Alone } from '../frame/alone.js';
import { buttonLook } from '../../design/controls/button.js';

/** The page for errors that no other page handles. */
export function CrashPage() {
  const { crash } = useTexts();
  return (
    <Alone>
      <title>{crash.title}</title>
      <h1>{crash.title}</h1>
      <p>{crash.text}</p>
      <button type="button" className={buttonLook('primary')} onClick={() => location.reload()}>
        {crash.again}
      </button>
    </Alone>
  );
}
