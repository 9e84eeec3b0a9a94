/**
 * Who asks a store that speaks S3: credentials of the environment, of the shared files of the AWS tools with their profiles, of a web identity,
 * of a container or of the machine. The SDK of AWS does the same with some fifty packages.
 */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { NeardupError } from '../errors.ts';
import { ask, bodyText, type RequestHeaders, refused, type Target } from './ask.ts';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

export interface S3Account {
  readonly region: string;
  /** Of a store that is not AWS. */
  readonly endpoint: string | undefined;
  /** Undefined if there are none: then only public files can be read. */
  keys(): Promise<S3Keys | undefined>;
}

/** Keys are asked for again when they are about to expire. */
const EARLY = 5 * 60_000;
/** Milliseconds that a machine's own service may be silent: elsewhere nothing answers. */
const SERVICE_SILENCE = 1000;

export async function s3Account(): Promise<S3Account> {
  const { env } = process;
  const profile = await sharedProfile();
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || profile.endpoint_url;
  let known: Promise<S3Keys | undefined> | undefined;
  return {
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || profile.region || 'us-east-1',
    endpoint: endpoint || undefined,
    async keys() {
      const keys = await known;
      const isOld = keys?.expires !== undefined && keys.expires - EARLY < Date.now();
      if (known === undefined || isOld) known = findKeys(profile);
      return known;
    },
  };
}

async function findKeys(profile: Profile): Promise<S3Keys | undefined> {
  const { env } = process;
  const fromEnvironment = keysOf(env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN);
  if (fromEnvironment !== undefined) return fromEnvironment;
  const fromProfile = keysOf(
    profile.aws_access_key_id,
    profile.aws_secret_access_key,
    profile.aws_session_token,
  );
  if (fromProfile !== undefined) return fromProfile;
  return (await webIdentity(profile)) ?? (await containerKeys()) ?? (await machineKeys());
}

function keysOf(
  accessKeyId = '',
  secretAccessKey = '',
  sessionToken = '',
  expires?: string,
): S3Keys | undefined {
  if (accessKeyId === '' || secretAccessKey === '') return undefined;
  const time = Date.parse(expires ?? '');
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== '' && { sessionToken }),
    ...(!Number.isNaN(time) && { expires: time }),
  };
}

type Profile = Readonly<Record<string, string | undefined>>;

/** The profile that AWS_PROFILE names, from both shared files. */
async function sharedProfile(): Promise<Profile> {
  const { env } = process;
  const name = env.AWS_PROFILE || 'default';
  const folder = join(homedir(), '.aws');
  const config = await section(env.AWS_CONFIG_FILE || join(folder, 'config'), [`profile ${name}`, name]);
  const secrets = await section(env.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials'), [name]);
  if (config === undefined && secrets === undefined && env.AWS_PROFILE)
    throw noAccess(`AWS_PROFILE names \`${name}\`, which the shared files of AWS do not have.`);
  const profile = { ...config, ...secrets };
  const needsTool = ['sso_session', 'sso_start_url', 'credential_process', 'source_profile'];
  const got = needsTool.find((key) => key in profile);
  if (got !== undefined && !profile.aws_access_key_id && !env.AWS_ACCESS_KEY_ID)
    throw noAccess(
      `The profile \`${name}\` has \`${got}\`, which only the tools of AWS follow.`,
      'Give the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, which `aws configure export-credentials` prints.',
    );
  return profile;
}

/** The settings below one of the names in an INI file; undefined if it has none of them. */
async function section(path: string, names: readonly string[]): Promise<Profile | undefined> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n/);
  let [isWanted, found] = [false, undefined as Record<string, string> | undefined];
  for (const line of lines) {
    const header = /^\s*\[\s*(.+?)\s*\]/.exec(line)?.[1];
    if (header !== undefined) {
      isWanted = names.includes(header.replace(/\s+/g, ' '));
      if (isWanted) found ??= {};
    }
    // what is indented belongs to a setting of its own
    const [, key, value] = /^([\w.-]+)\s*=\s*(.*?)\s*(?:\s[#;].*)?$/.exec(line) ?? [];
    if (isWanted && key !== undefined) found![key.toLowerCase()] = value;
  }
  return found;
}

/** A role that a token in a file stands for, as in Kubernetes. */
async function webIdentity(profile: Profile): Promise<S3Keys | undefined> {
  const { env } = process;
  const file = env.AWS_WEB_IDENTITY_TOKEN_FILE || profile.web_identity_token_file;
  const role = env.AWS_ROLE_ARN || profile.role_arn;
  if (!file || !role) return undefined;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || profile.region;
  const url = new URL(
    env.AWS_ENDPOINT_URL_STS ||
      (region ? `https://sts.${region}.amazonaws.com/` : 'https://sts.amazonaws.com/'),
  );
  url.search = String(
    new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: role,
      RoleSessionName: env.AWS_ROLE_SESSION_NAME || 'neardup',
      WebIdentityToken: (await readFile(file, 'utf8')).trim(),
    }),
  );
  const target = { url, shown: 'the service that gives roles to web identities' };
  const answer = await ask(target, { method: 'POST' });
  const body = await bodyText(answer, target.shown);
  if (answer.status !== 200) throw refused(target.shown, answer.status, tag(body, 'Code'));
  return keysOf(
    tag(body, 'AccessKeyId'),
    tag(body, 'SecretAccessKey'),
    tag(body, 'SessionToken'),
    tag(body, 'Expiration'),
  );
}

function tag(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

/** Of a container of ECS or EKS. */
async function containerKeys(): Promise<S3Keys | undefined> {
  const { env } = process;
  const full = env.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  if (!full && !relative) return undefined;
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const token = file ? (await readFile(file, 'utf8')).trim() : env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const url = new URL(relative ? `http://169.254.170.2${relative}` : full!);
  return serviceKeys(url, token ? { authorization: token } : {});
}

/** Of a machine of EC2, by its second version of the service, which asks for a token first. */
async function machineKeys(): Promise<S3Keys | undefined> {
  const { env } = process;
  if (/^true$/i.test(env.AWS_EC2_METADATA_DISABLED ?? '')) return undefined;
  const home = env.AWS_EC2_METADATA_SERVICE_ENDPOINT || 'http://169.254.169.254';
  const root = new URL('/latest/meta-data/iam/security-credentials/', home);
  const headers = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' };
  const token = await serviceText(new URL('/latest/api/token', home), headers, 'PUT');
  if (token === undefined) return undefined;
  const known = { 'x-aws-ec2-metadata-token': token };
  const role = await serviceText(root, known);
  return role === undefined ? undefined : serviceKeys(new URL(role.split('\n')[0], root), known);
}

async function serviceKeys(url: URL, headers: RequestHeaders): Promise<S3Keys | undefined> {
  const text = await serviceText(url, headers);
  if (text === undefined) return undefined;
  const said = JSON.parse(text) as Record<string, string | undefined>;
  return keysOf(said.AccessKeyId, said.SecretAccessKey, said.Token, said.Expiration);
}

/** Undefined if there is no such service here. */
async function serviceText(url: URL, headers: RequestHeaders, method?: 'PUT'): Promise<string | undefined> {
  const target: Target = { url, shown: `the credentials of this machine (${url.host})` };
  try {
    const answer = await ask(target, { method, headers, attempts: 1, silence: SERVICE_SILENCE });
    const text = await bodyText(answer, target.shown);
    return answer.status === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}

function noAccess(message: string, advice?: string): NeardupError {
  return new NeardupError('INPUT_UNREACHABLE', message, { advice });
}
