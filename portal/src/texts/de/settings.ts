import type { settings as english } from '../en/settings.js';

export const settings: typeof english = {
  settings: {
    title: 'Einstellungen',
    intro: 'Was eine Anwendung außer ihrem API-Schlüssel braucht.',
    enterprise: 'Unternehmen',
    id: 'Kennung des Unternehmens',
    idHint: 'Wird mit jeder Anfrage im Header x-enterprise-id gesendet.',
    name: 'Name',
    zone: 'Zeitzone',
    zoneHint: 'Tage und Zeiten der API gelten in dieser Zeitzone.',
    base: 'Basisadresse',
    headers: 'Header jeder Anfrage',
    keyHeader: 'Das Wort Bearer, ein Leerzeichen und der API-Schlüssel',
    idHeader: 'Die Kennung des Unternehmens',
    documents: 'Dokumentation',
    swagger: 'Swagger UI',
    swaggerHint: 'Jede Anfrage nachlesen und ausprobieren.',
    openapi: 'OpenAPI-Dokument',
    openapiHint: 'Einen Client daraus erzeugen.',
  },
};
