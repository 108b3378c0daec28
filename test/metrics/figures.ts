import { ADMIN_TOKEN, type TestApp } from '../kit/app/create-test-app.js';

export async function figuresOf(app: TestApp): Promise<Map<string, number>> {
  const { body } = await app.anonymous.get('/internal/metrics', { authorization: `Bearer ${ADMIN_TOKEN}` });
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}
