import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal({ arrive: (one) => one.comeToKeys() });

test('the table of keys shows how far a key has read what it follows', async () => {
  await service.call(service.demoKey, '/api/v1/device/?since=beginning');
  await service.call(service.demoKey, '/api/v1/device-location/bulk?since=beginning&limit=5');
  await visitor.page.reload();
  const feeds = visitor.row('Demo').getByRole('list', { name: 'Has followed changes up to' });
  await feeds.getByText('Devices up to').waitFor();
  await feeds.getByRole('button', { name: /now|second/ }).waitFor();
  await feeds.getByText('the first copy is being read').waitFor();
});
