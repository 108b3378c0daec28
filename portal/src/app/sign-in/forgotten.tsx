import { useTexts } from '../../texts/language.js';

/** Nobody is sent an e-mail, so it says whom to ask. */
export function Forgotten() {
  const { signIn } = useTexts();
  return (
    <details>
      <summary>{signIn.forgotten}</summary>
      <p className="hint">{signIn.forgottenText}</p>
    </details>
  );
}
