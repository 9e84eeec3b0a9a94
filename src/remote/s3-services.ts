/** Services that give out keys for a time: to a web identity, as in Kubernetes, to a container, or to a machine. */
import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { NeardupError } from '../errors.ts';
import { ask, bodyText, type RequestHeaders, refused, type Target, unreachable } from './ask.ts';
import { keysOf, type Profile, type S3Keys } from './s3-keys.ts';

/** Milliseconds that a machine's own service may be silent: elsewhere nothing answers. */
const SERVICE_SILENCE = 1000;
const ANSWER_BYTES = 1 << 16;

/** The keys of the first service that the environment names, or of the machine; undefined if there is none. */
export async function serviceKeys(profile: Profile): Promise<S3Keys | undefined> {
  return (await webIdentity(profile)) ?? (await containerKeys()) ?? (await machineKeys());
}

/** A role that a token in a file stands for. */
async function webIdentity(profile: Profile): Promise<S3Keys | undefined> {
  const { env } = process;
  const file = env.AWS_WEB_IDENTITY_TOKEN_FILE || profile.web_identity_token_file;
  const role = env.AWS_ROLE_ARN || profile.role_arn;
  if (!file || !role) return undefined;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || profile.region;
  const given = env.AWS_ENDPOINT_URL_STS || `https://sts.${region ? `${region}.` : ''}amazonaws.com/`;
  const target = { url: new URL(given), shown: 'the service that gives roles to web identities' };
  // the token is in the body: an address may be logged on its way
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: env.AWS_ROLE_SESSION_NAME || profile.role_session_name || 'neardup',
    WebIdentityToken: await token('AWS_WEB_IDENTITY_TOKEN_FILE', file),
  });
  const answer = await ask(target, {
    method: 'POST',
    body: Buffer.from(String(body)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const text = await bodyText(answer, target.shown, ANSWER_BYTES);
  if (answer.status !== 200) throw refused(target.shown, answer.status, tag(text, 'Code'));
  const keys = ['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'].map((name) =>
    tag(text, name),
  );
  return keysOf(...keys) ?? refuse(target.shown, 'it gives no keys');
}

function tag(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]{1,8192})</${name}>`).exec(xml)?.[1];
}

/** Of a container of ECS or EKS, which the environment names. */
async function containerKeys(): Promise<S3Keys | undefined> {
  const { env } = process;
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const full = env.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  if (!relative && !full) return undefined;
  const given = relative ? `http://169.254.170.2${relative}` : full!;
  const target = here(URL.canParse(given) ? new URL(given) : undefined, 'the credentials of this container');
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const secret = file
    ? await token('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', file)
    : env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const answer = await ask(target, { headers: secret ? { authorization: secret } : {}, attempts: 3 });
  const text = await bodyText(answer, target.shown, ANSWER_BYTES);
  if (answer.status !== 200) throw refused(target.shown, answer.status);
  return stated(text, target.shown);
}

/** Where the tools of AWS send the token of a container without encryption: this machine, ECS and EKS. */
const NEAR = new BlockList();
NEAR.addSubnet('127.0.0.0', 8);
for (const address of ['169.254.170.2', '169.254.170.23']) NEAR.addAddress(address);
for (const address of ['::1', 'fd00:ec2::23']) NEAR.addAddress(address, 'ipv6');

function here(url: URL | undefined, shown: string): Target {
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isNear = host === 'localhost' || NEAR.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  if (
    url === undefined ||
    url.username !== '' ||
    !(url.protocol === 'https:' || (url.protocol === 'http:' && isNear))
  )
    refuse(shown, 'AWS_CONTAINER_CREDENTIALS_FULL_URI is no address of `https://`, and none of this machine');
  return { url: url!, shown: `${shown} (${url!.host})`, isHere: isNear };
}

/** Of a machine of EC2, by the second version of its service, which asks for a token first. */
async function machineKeys(): Promise<S3Keys | undefined> {
  const { env } = process;
  if (/^true$/i.test(env.AWS_EC2_METADATA_DISABLED ?? '')) return undefined;
  const home = env.AWS_EC2_METADATA_SERVICE_ENDPOINT || 'http://169.254.169.254';
  const root = new URL('/latest/meta-data/iam/security-credentials/', home);
  const lifetime = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' };
  const session = await machineText(new URL('/latest/api/token', home), lifetime, 'PUT');
  if (session === undefined) return undefined;
  const known = { 'x-aws-ec2-metadata-token': session };
  const role = (await machineText(root, known))?.split('\n')[0].trim();
  if (!role) return undefined;
  const at = new URL(encodeURIComponent(role), root);
  const text = await machineText(at, known);
  return text === undefined ? undefined : stated(text, shownMachine(at));
}

/** Undefined if there is no such service here, or it has nothing of the kind. */
async function machineText(url: URL, headers: RequestHeaders, method?: 'PUT'): Promise<string | undefined> {
  const target: Target = { url, shown: shownMachine(url), isHere: true };
  try {
    const answer = await ask(target, { method, headers, attempts: 1, silence: SERVICE_SILENCE });
    const text = await bodyText(answer, target.shown, ANSWER_BYTES);
    return answer.status === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}

function shownMachine({ host }: URL): string {
  return `the credentials of this machine (${host})`;
}

/** The keys in an answer, which must not be quoted. */
function stated(text: string, shown: string): S3Keys {
  let said: Partial<Record<string, unknown>>;
  try {
    said = Object(JSON.parse(text));
  } catch {
    return refuse(shown, 'its answer is no JSON');
  }
  const [id, secret, session, expires] = ['AccessKeyId', 'SecretAccessKey', 'Token', 'Expiration'].map(
    (name) => (typeof said[name] === 'string' ? said[name] : undefined),
  );
  const code = typeof said.Code === 'string' && /^\w{1,60}$/.test(said.Code) ? ` (${said.Code})` : '';
  return keysOf(id, secret, session, expires) ?? refuse(shown, `it gives no keys${code}`);
}

async function token(variable: string, path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw new NeardupError('INPUT_UNREACHABLE', `${variable} names \`${path}\`, which cannot be read.`, {
      cause,
    });
  }
}

function refuse(shown: string, reason: string): never {
  throw unreachable(shown, reason);
}
