/** The first start prints the API key of this enterprise. */
export const DEMO_ENTERPRISE_ID = 'havelwerk-logistik';
