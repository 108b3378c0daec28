import { Text } from '../../streaming/fields/fields.js';

export class ManifestDto {
  @Text({ description: 'Identifier of the enterprise in the management system.', example: 'LC02qx7v1p' })
  emm_id: string;

  @Text({ description: 'Identifier of the enterprise.', example: 'havelwerk-logistik' })
  enterprise_id: string;

  @Text({ description: 'Color of the enterprise in the agent app.', example: '#0b5394' })
  enterprise_color: string;

  @Text({
    description: 'URL of the logo of the enterprise.',
    example: 'https://mdm.example.com/logo.png',
  })
  enterprise_logo: string;

  @Text({ description: 'Support contact for the device user.', example: 'it-service@havelwerk.example' })
  enterprise_contact: string;

  @Text({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  enterprise_name: string;

  @Text({ description: 'URL of the terms of use.', example: 'https://mdm.example.com/eula' })
  eula_url: string;

  @Text({
    description: 'Identifier of the policy at enrollment.',
    example: 'policy-drivers',
  })
  policy_id: string;

  @Text({ description: 'URL of the management server.', example: 'https://mdm.example.com' })
  server_url: string;

  @Text({ description: 'URL of the enrollment page.', example: 'https://mdm.example.com/onboarding' })
  onboarding_url: string;

  @Text({ description: 'Management mode.', example: 'FULLY_MANAGED' })
  management_mode: string;
}
