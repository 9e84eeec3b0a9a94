/**
 * Who asks a store that speaks S3: credentials of the environment, of the shared files of the AWS tools with their profiles, of a web identity,
 * of a container or of the machine. The SDK of AWS does the same with some fifty packages.
 */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { NeardupError } from '../errors.ts';
import { keysOf, type Profile, type S3Keys } from './s3-keys.ts';
import { serviceKeys } from './s3-services.ts';

export interface S3Account {
  readonly region: string;
  /** Of a store that is not AWS. */
  readonly endpoint: string | undefined;
  /** Undefined if there are none: then only public files can be read. */
  keys(): Promise<S3Keys | undefined>;
}

/** Keys are asked for again when they are about to expire. */
const EARLY = 5 * 60_000;

export async function s3Account(): Promise<S3Account> {
  const { env } = process;
  const profile = await sharedProfile();
  const endpoint = await endpointOf(profile);
  let known: Promise<S3Keys | undefined> | undefined;
  return {
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || profile.region || 'us-east-1',
    endpoint,
    async keys() {
      const asked = known;
      const keys = await asked;
      const isOld = keys?.expires !== undefined && keys.expires - EARLY < Date.now();
      // of several requests the first asks anew
      if (asked === known && (asked === undefined || isOld)) known = findKeys(profile);
      return known;
    },
  };
}

/** The address of a store that is not AWS: the first of the places where the tools of AWS look. */
async function endpointOf(profile: Profile): Promise<string | undefined> {
  const { env } = process;
  const { services: named } = profile;
  const services = named ? await section(configPath(), [`services ${named}`]) : {};
  if (services === undefined)
    throw noAccess(`The profile names the services \`${named}\`, which are nowhere.`);
  const places = [
    ['AWS_ENDPOINT_URL_S3', env.AWS_ENDPOINT_URL_S3],
    ['AWS_ENDPOINT_URL', env.AWS_ENDPOINT_URL],
    [`services ${named}`, services['s3.endpoint_url']],
    ['endpoint_url', profile.endpoint_url],
  ] as const;
  const [place, given] = places.find(([, value]) => value) ?? [];
  if (given === undefined) return undefined;
  if (/^https?:\/\/[^/]/i.test(given) && URL.canParse(given)) return given;
  const message = `Expected \`${place}\` to be an address such as \`http://localhost:9000\`, got \`${withoutPassword(given)}\`.`;
  throw noAccess(message, 'Write `http://` or `https://` before the name of the host.');
}

function withoutPassword(address: string): string {
  return address.replace(/^.*@/, '…@');
}

async function findKeys(profile: Profile): Promise<S3Keys | undefined> {
  const { env } = process;
  const fromEnvironment = keysOf(env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN);
  if (fromEnvironment !== undefined) return fromEnvironment;
  refuseHalf('environment', env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, 'AWS_SECRET_ACCESS_KEY');
  const fromProfile = keysOf(
    profile.aws_access_key_id,
    profile.aws_secret_access_key,
    profile.aws_session_token,
  );
  if (fromProfile !== undefined) return fromProfile;
  const { aws_access_key_id: id, aws_secret_access_key: secret } = profile;
  refuseHalf(`profile \`${process.env.AWS_PROFILE || 'default'}\``, id, secret, 'aws_secret_access_key');
  return serviceKeys(profile);
}

/** An id without its secret is a mistake: keys of another place would be those of someone else. */
function refuseHalf(place: string, id = '', secret = '', name: string): void {
  if (id === '' || secret !== '') return;
  throw noAccess(`The ${place} has the id of an access key, but no \`${name}\`.`, 'Add it.');
}

/** The profile that AWS_PROFILE names, from both shared files. */
async function sharedProfile(): Promise<Profile> {
  const { env } = process;
  const name = env.AWS_PROFILE || 'default';
  const config = await section(configPath(), [`profile ${name}`, name]);
  const secrets = await section(env.AWS_SHARED_CREDENTIALS_FILE || join(homedir(), '.aws', 'credentials'), [
    name,
  ]);
  if (config === undefined && secrets === undefined && env.AWS_PROFILE)
    throw noAccess(
      `AWS_PROFILE names \`${name}\`, which the shared files of AWS do not have.`,
      'Correct the name, or unset AWS_PROFILE.',
    );
  const profile = { ...config, ...secrets };
  const needsTool = [
    'sso_session',
    'sso_start_url',
    'credential_process',
    'source_profile',
    'credential_source',
  ];
  const got = needsTool.find((key) => key in profile);
  const isAnsweredElsewhere =
    profile.aws_access_key_id || env.AWS_ACCESS_KEY_ID || env.AWS_WEB_IDENTITY_TOKEN_FILE;
  if (got !== undefined && !isAnsweredElsewhere)
    throw noAccess(
      `The profile \`${name}\` has \`${got}\`, which only the tools of AWS follow.`,
      'Give the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, which `aws configure export-credentials` prints.',
    );
  return profile;
}

function configPath(): string {
  return process.env.AWS_CONFIG_FILE || join(homedir(), '.aws', 'config');
}

/** The settings below one of the names in an INI file, those of an indented block as `s3.endpoint_url`; undefined if it has none of them. */
async function section(path: string, names: readonly string[]): Promise<Profile | undefined> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n/);
  let [isWanted, found] = [false, undefined as Record<string, string> | undefined];
  let block = '';
  for (const line of lines) {
    const header = /^\s*\[\s*(.+?)\s*\]/.exec(line)?.[1];
    if (header !== undefined) {
      isWanted = names.includes(header.replace(/\s+/g, ' '));
      if (isWanted) found ??= {};
    }
    const [, indent, key, value] = /^(\s*)([\w.-]+)\s*=\s*(.*?)\s*(?:\s[#;].*)?$/.exec(line) ?? [];
    if (!isWanted || key === undefined) continue;
    const name = key.toLowerCase();
    found![indent === '' ? name : `${block}.${name}`] = value;
    if (indent === '') block = name;
  }
  return found;
}

function noAccess(message: string, advice?: string): NeardupError {
  return new NeardupError('INPUT_UNREACHABLE', message, { advice });
}
