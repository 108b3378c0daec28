export interface App {
  readonly packageName: string;
  readonly displayName: string;
  readonly versionName: string;
  readonly versionCode: number;
  readonly isSystem: boolean;
  readonly hasLauncher: boolean;
  readonly released: string;
}

/** Columns: package, display name, version, version code, S(ystem) and L(auncher), release day. */
const table = `
com.android.chrome | Chrome | 145.0.7632.79 | 763207933 | SL | 2026-02-24
com.android.vending | Google Play Store | 50.3.24-31 [0] [PR] 870512345 | 85032430 | SL | 2026-02-27
com.google.android.gms | Google Play services | 26.07.32 (190400-868114723) | 260732035 | S | 2026-02-25
com.google.android.webview | Android System WebView | 145.0.7632.79 | 763207930 | S | 2026-02-24
com.google.android.apps.maps | Maps | 26.08.05.872014211 | 1069481153 | SL | 2026-02-26
com.google.android.gm | Gmail | 2026.02.16.871243101.Release | 65213077 | SL | 2026-02-23
com.google.android.inputmethod.latin | Gboard | 16.9.4.868213704-release-arm64-v8a | 168114902 | S | 2026-02-18
com.google.android.apps.messaging | Messages | messages.android_20260213_00_RC04.phone_dynamic | 297714063 | SL | 2026-02-20
com.google.android.calculator | Calculator | 9.1 (867015642) | 100007191 | SL | 2026-01-29
com.google.android.deskclock | Clock | 8.4 (862713544) | 84000861 | SL | 2026-01-21
com.google.android.tts | Speech Recognition & Synthesis | googletts.google-speech-apk_20260209.01_p0.869 | 210614833 | S | 2026-02-12
com.example.emm.deviceclient | Device Client | 5.18.2 | 51802 | L | 2026-02-10
com.whatsapp | WhatsApp Messenger | 2.26.7.74 | 260707404 | L | 2026-02-27
com.microsoft.teams | Microsoft Teams | 1416/1.0.0.2026032203 | 2026032231 | L | 2026-02-19
com.microsoft.office.outlook | Outlook | 5.2606.1 | 72606113 | L | 2026-02-16
com.microsoft.windowsintune.companyportal | Company Portal | 5.0.6789.0 | 60067890 | L | 2026-02-05
com.azure.authenticator | Authenticator | 6.2602.0954 | 260200954 | L | 2026-02-13
com.microsoft.skydrive | OneDrive | 7.58 | 1758004213 | L | 2026-02-22
com.microsoft.office.excel | Excel | 16.0.19725.20132 | 2005298104 | L | 2026-02-17
com.sap.mobile.start | SAP Mobile Start | 26.2.1 | 260201017 | L | 2026-02-11
com.waze | Waze | 5.15.0.2 | 1031482 | L | 2026-02-20
com.spotify.music | Spotify | 9.1.24.1683 | 141120883 | L | 2026-02-25
com.adobe.reader | Adobe Acrobat Reader | 26.2.0.42114 | 2142114510 | L | 2026-02-18
com.teamviewer.quicksupport.market | TeamViewer QuickSupport | 15.74.412 | 5741412 | L | 2026-01-27
com.google.android.youtube | YouTube | 21.07.263 | 1559823808 | SL | 2026-02-23
com.google.android.apps.docs | Google Drive | 2.26.061.1.all.alldpi | 212260611 | SL | 2026-02-20
com.viber.voip | Viber | 27.3.2.0 | 827320 | L | 2026-02-19
com.facebook.orca | Messenger | 548.0.0.38.64 | 341022811 | L | 2026-02-24
com.f1soft.esewa | eSewa | 4.12.3 | 41203 | L | 2026-02-08
com.pathao.user | Pathao | 7.14.1 | 71401 | L | 2026-02-14
de.havelwerk.tour | Havelwerk Tour | 3.9.0 | 30900 | L | 2026-03-02
de.havelwerk.lager | Havelwerk Lager | 2.4.1 | 20401 | L | 2026-02-03
de.havelwerk.terminal | Havelwerk Hofterminal | 1.7.3 | 10703 | L | 2026-01-19
com.himalfield.jobs | Himal Jobs | 4.2.0 | 40200 | L | 2026-02-28
com.himalfield.kiosk | Himal Kiosk | 1.3.5 | 10305 | L | 2026-01-12
com.sec.android.app.launcher | One UI Home | 15.1.03.55 | 1510355000 | SL | 2025-08-11
com.sec.android.app.camera | Camera | 15.0.01.28 | 1500128000 | SL | 2025-09-16
com.samsung.android.dialer | Phone | 16.1.21.27 | 1612127000 | SL | 2026-01-15
com.samsung.android.knox.attestation | Knox Attestation Agent | 2.0.44 | 200440000 | S | 2025-11-04
com.sec.android.app.samsungapps | Galaxy Store | 6.6.14.1 | 661410100 | SL | 2026-02-12
com.symbol.datawedge | DataWedge | 15.0.17 | 150017 | SL | 2025-10-07
com.zebra.mdna.els | Enterprise Lock Screen | 5.2.1.2 | 50212 | S | 2025-07-21
com.symbol.mxmf | MX Management Framework | 14.2.0.11 | 140211 | S | 2025-10-07
com.honeywell.decode.enterprise | Honeywell Decode | 2.06.00.0121 | 20600121 | S | 2025-12-09
com.honeywell.systemtools.updater | Operational Intelligence Updater | 5.01.02 | 50102 | SL | 2025-12-09
com.google.android.dialer | Phone by Google | 205.0.868815374-publicbeta | 17934208 | SL | 2026-02-17
com.google.android.apps.nexuslauncher | Pixel Launcher | 16 | 36 | SL | 2025-09-03
com.google.android.GoogleCamera | Pixel Camera | 10.3.074.864422190.16 | 69522104 | SL | 2026-02-03
com.miui.home | System launcher | RELEASE-6.01.04.2023-12121551 | 601042023 | SL | 2025-10-21
com.miui.securitycenter | Security | 11.4.2-251118.0.1 | 40011142 | SL | 2025-11-24
com.android.camera2 | Camera | 9.4.0011.04 | 94001104 | SL | 2025-09-30
com.android.launcher3 | Quickstep | 14 | 34 | SL | 2025-06-02
`;

export const apps: ReadonlyMap<string, App> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([packageName = '', displayName = '', versionName = '', code, kind = '', released = '']) => [
      packageName,
      {
        packageName,
        displayName,
        versionName,
        versionCode: Number(code),
        isSystem: kind.includes('S'),
        hasLauncher: kind.includes('L'),
        released,
      },
    ]),
);
