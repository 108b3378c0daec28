import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';

const ZONE = 'Asia/Tokyo';

export async function settings(user: KeyboardUser): Promise<void> {
  const { t } = user;
  await user.open('settings', t.settings.title);
  await user.press(t.settings.changeZone);
  await user.see(t.settings.pastMoves);
  await user.look();
  await user.choose(t.settings.zone, ZONE);
  await user.answer(t.settings.changeZone);
  await user.see(t.settings.zoneSaved(ZONE));
  await user.open('activity', t.activity.title);
  await user.see(ZONE);

  await user.open('settings', t.settings.title);
  await user.press(t.settings.changeKept);
  await user.submit('none');
  await user.see(t.settings.daysMistake(36_600));
  await user.look();
  await user.submit('36000');
  await user.answer(t.settings.keepOnly(36_000));
  await user.see(t.settings.keptSaved(36_000));
  await user.press(t.settings.changeKept);
  await user.submit('');
  await user.see(t.settings.keptSaved(null));
}
