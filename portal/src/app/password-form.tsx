import { useState } from 'react';
import { Button, FieldError, Form, Input, Label, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import { ProblemNotice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { useSessionControl } from '../session/session.js';

export function PasswordForm() {
  const { signIn } = useTexts();
  const { began } = useSessionControl();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    const entered = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
    setBusy(true);
    setProblem(undefined);
    try {
      began(await api.signIn(entered('email').trim(), entered('password')));
    } catch (error) {
      setProblem(toProblem(error));
      setBusy(false);
      form.querySelector<HTMLInputElement>('input[type=password]')?.select();
    }
  };

  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit(event.currentTarget);
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <TextField className="field" name="email" type="email" autoComplete="username" isRequired autoFocus>
        <Label>{signIn.email}</Label>
        <Input />
        <FieldError className="problem-text">{signIn.emailMissing}</FieldError>
      </TextField>
      <TextField className="field" name="password" type="password" autoComplete="current-password" isRequired>
        <Label>{signIn.password}</Label>
        <Input />
        <FieldError className="problem-text">{signIn.passwordMissing}</FieldError>
      </TextField>
      <Button type="submit" className="button primary">
        {isBusy ? signIn.busy : signIn.submit}
      </Button>
    </Form>
  );
}
