import { useState } from 'react';
import type { Person, Role } from '../api/records.js';
import { Choice } from '../design/fields/choice.js';
import { Question } from '../design/page/dialogs/question.js';
import { useTexts } from '../texts/language.js';
import { RoleMeanings, useGrantableRoles } from './roles.js';

interface Props {
  person: Person;
  onConfirm: (role: Role) => Promise<void>;
  onClose: () => void;
}

/** The dialog for another role of a user. */
export function RoleDialog({ person, onConfirm, onClose }: Props) {
  const { people: texts } = useTexts();
  const roles = useGrantableRoles();
  const [role, setRole] = useState<Role>(person.role);
  return (
    <Question
      title={texts.changeTitle(person.name)}
      confirm={texts.change}
      isEarly={role === person.role}
      onConfirm={() => onConfirm(role)}
      onClose={onClose}
    >
      <Choice
        label={texts.role}
        value={role}
        options={roles.map((id) => ({ id, label: texts.roles[id] }))}
        onChange={(id) => setRole(roles.find((known) => known === id) ?? role)}
      />
      <RoleMeanings />
      <p>{texts.signsOut}</p>
    </Question>
  );
}
