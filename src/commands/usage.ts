/** What the commands that stand in files of their own are called and take. Apart from them: help must not load the service. */

/** The words of a command make no sense. The message says which do, in as many lines as that takes. */
export class UsageError extends Error {}

export const ADMIN_USAGE = `  admin add --email E --name N --enterprise ID [--role admin|viewer] [--password-stdin]
                          makes somebody an administrator of the portal
  admin list              shows all administrators
  admin password --email E [--password-stdin]
                          gives an administrator a new password and signs them out
  admin remove --email E  takes an administrator away and signs them out
                          a password of at least 12 characters is read from standard input with --password-stdin, else
                          made and printed once; with MySQL set KEY_PEPPER as for the service, whose audit trail it seals`;

export const AUDIT_USAGE = `  audit verify [ENTERPRISE...]
                          looks for removed and altered events in the audit trails (exit status 2 when there are any); the
                          last hash of each, kept elsewhere, shows later that a trail has only grown; with MySQL set KEY_PEPPER`;
