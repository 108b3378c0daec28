import { Copyable } from '../design/controls/copying.js';
import { Card } from '../design/page/card.js';
import { useSession } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { claudeCode, cursor, vsCode } from './agent-config.js';
import styles from './agent-lines.module.css';

/** The lines to paste into well-known clients of the Model Context Protocol. */
export function AgentLines() {
  const { agents: texts } = useTexts();
  const { base_url: base } = useSession();
  const url = `${base}/mcp`;
  const clients = [
    { name: 'Claude Code', where: texts.terminal, text: claudeCode(url) },
    { name: 'VS Code', where: '.vscode/mcp.json', text: vsCode(url) },
    { name: 'Cursor', where: '~/.cursor/mcp.json', text: cursor(url) },
  ];
  return (
    <Card title={texts.connect}>
      <p className="hint">{texts.connectHint}</p>
      {clients.map(({ name, where, text }) => (
        <section key={name} className={styles.client}>
          <h3>
            {name} <span className="small muted">{where}</span>
          </h3>
          <Copyable what={name} text={text} />
        </section>
      ))}
    </Card>
  );
}
