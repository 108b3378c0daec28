import { ROLES, type Person, type Role } from '../api/records.js';
import { useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import styles from './roles.module.css';

/** Returns the roles that the signed-in user may give to others. Only administrators make administrators. */
export function useGrantableRoles(): readonly Role[] {
  const { role: own } = useSession();
  return own === 'admin' ? ROLES : ROLES.filter((role) => role !== 'admin');
}

/** Returns a function that returns true if the signed-in user may remove a user or change their role. */
export function useMayManage(): (person: Person) => boolean {
  const { role: own } = useSession();
  return ({ role }) => own === 'admin' || (own === 'key_manager' && role !== 'admin');
}

/** Explains every role in a sentence. */
export function RoleMeanings() {
  const { people: texts } = useTexts();
  return (
    <ul className={`hint ${styles.meanings}`}>
      {ROLES.map((role) => (
        <li key={role}>
          <span className="strong">{texts.roles[role]}</span>: {texts.meanings[role]}
        </li>
      ))}
    </ul>
  );
}
