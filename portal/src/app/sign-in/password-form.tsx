import { useRef } from 'react';
import { Form } from 'react-aria-components';
import { api } from '../../api/client.js';
import { Entry } from '../../design/fields/entry.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { useSessionControl } from '../../session/session.js';
import { Button } from '../../design/controls/button.js';
import fields from '../../design/fields/field.module.css';
import { outcomeOf } from '../../api/problem.js';
import { type NextStep, nextStepOf } from './second-step.js';
import { useAttempt } from '../../api/use-attempt.js';

/** Calls `onNext` if the password is right and the sign-in needs a second step. */
export function PasswordForm({ onNext }: { onNext: (next: NextStep) => void }) {
  const { signIn } = useTexts();
  const { began } = useSessionControl();
  const form = useRef<HTMLFormElement>(null);
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  const { isBusy, problem, attempt } = useAttempt(async () => {
    const entered = api.signIn(field('email')?.value.trim() ?? '', field('password')?.value ?? '');
    const { value, problem: refusal } = await outcomeOf(entered);
    const next = refusal && nextStepOf(refusal.code);
    if (next) onNext(next);
    else if (refusal) throw refusal;
    else began(value);
  });
  const submit = async () => {
    if (!(await attempt())) field('password')?.select();
  };

  return (
    <Form
      ref={form}
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <Entry
        label={signIn.email}
        mistake={signIn.emailMissing}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
      />
      <Entry
        label={signIn.password}
        mistake={signIn.passwordMissing}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
      />
      <Button type="submit" kind="primary">
        {isBusy ? signIn.busy : signIn.title}
      </Button>
    </Form>
  );
}
