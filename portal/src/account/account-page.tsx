import { api } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { Loaded } from '../design/notices/loaded.js';
import { Notice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { Page } from '../design/page/page.js';
import { useTexts } from '../texts/language.js';
import { NameForm } from './name-form.js';
import { OwnPasswordForm } from './own-password-form.js';
import { OwnSessions } from './own-sessions.js';
import { SecondFactorCard } from './second-factor/second-factor-card.js';
import facts from '../design/page/facts.module.css';

/** The page for the user's own name, password and sessions. */
export function AccountPage() {
  const { account: texts, people } = useTexts();
  const account = useResource(api.account());
  const sessions = useResource(api.ownSessions());
  const changed = () => {
    account.reload();
    sessions.reload();
  };
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded loading={account}>
        {(person) => {
          const { email, name, role, has_password: isOwn } = person;
          return (
            <>
              <Card title={texts.you}>
                <dl className={facts.facts}>
                  <dt>{people.email}</dt>
                  <dd>{email}</dd>
                  <dt>{people.role}</dt>
                  <dd>{people.roles[role]}</dd>
                </dl>
                {isOwn ? <NameForm name={name} /> : <Notice kind="info">{texts.elsewhere}</Notice>}
              </Card>
              {isOwn && <OwnPasswordForm email={email} onChanged={sessions.reload} />}
              {isOwn && <SecondFactorCard account={person} onChanged={changed} />}
            </>
          );
        }}
      </Loaded>
      <Loaded loading={sessions}>
        {(all) => <OwnSessions sessions={all} onChanged={sessions.reload} />}
      </Loaded>
    </Page>
  );
}
