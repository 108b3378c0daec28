import type { Flow } from './flow.js';

const ZONE = 'Asia/Tokyo';

export const settings: Flow = {
  name: 'the time zone and how long data are kept are changed',
  run: async (user) => {
    const { t } = user;
    await user.open('settings', t.settings.title);
    await user.press(t.settings.changeZone);
    await user.see(t.settings.pastMoves);
    await user.look();
    await user.choose(t.settings.zone, ZONE);
    await user.answer(t.settings.changeZone);
    await user.see(t.settings.zoneSaved(ZONE));

    await user.press(t.settings.changeKept);
    await user.enter('none');
    await user.keys('Enter');
    await user.see(t.settings.daysMistake(36_600));
    await user.look();
    await user.enter('36000');
    await user.keys('Enter');
    await user.answer(t.settings.keepOnly(36_000));
    await user.see(t.settings.keptSaved(36_000));
    await user.press(t.settings.changeKept);
    await user.enter('');
    await user.keys('Enter');
    await user.see(t.settings.keptSaved(null));
  },
};
