import { Form } from 'react-aria-components';
import { CodeField } from '../../account/second-factor/code-field.js';
import { api } from '../../api/client.js';
import { Button } from '../../design/controls/button.js';
import { useOneEntry } from '../../design/fields/use-one-entry.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { useSessionControl } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import fields from '../../design/fields/field.module.css';

/** The second step of signing in. */
export function CodeForm() {
  const { secondFactor: texts, signIn } = useTexts();
  const { began } = useSessionControl();
  const { shown, onSubmit, text, enter, isBusy, mistake, problem } = useOneEntry({
    send: async (code) => began(await api.signInWithCode(code)),
    isEntered: (code) => code.trim() !== '',
    wrongCodes: ['wrong_code'],
  });
  return (
    <Form ref={shown} className={fields.form} validationBehavior="aria" onSubmit={onSubmit}>
      <CodeField
        label={texts.signInCode}
        value={text}
        onChange={enter}
        mistake={mistake}
        missing={texts.signInMissing}
      />
      {problem && mistake !== 'wrong' && <ProblemNotice problem={problem} />}
      <Button type="submit" kind="primary">
        {isBusy ? signIn.busy : signIn.submit}
      </Button>
    </Form>
  );
}
