/** Being told of one's turns while one is away. Who one is, the server knows by a secret that this browser keeps. */
import { json, PORTION, type RemindersInfo, type TestOutcome, type WebhookWish } from './api';
import { tokens } from './places';

const KEPT_AS = 'mesozoic.person';

/** The ways that a web address wants to be told in: which field of a JSON object, none for plain text. */
export interface Preset {
  name: string;
  field: string;
  address: string;
  prefix: string;
  help: string;
}

export const PRESETS: Preset[] = [
  {
    name: 'Discord',
    field: 'content',
    address: 'https://discord.com/api/webhooks/…',
    prefix: '<@your number>',
    help: 'In your server: Channel settings, Integrations, Webhooks, Copy URL. A prefix such as <@123456789> calls you.',
  },
  {
    name: 'Slack',
    field: 'text',
    address: 'https://hooks.slack.com/services/…',
    prefix: '<@your member id>',
    help: 'Make an app with an incoming webhook and copy its address. A prefix such as <@U012AB3CD> calls you.',
  },
  {
    name: 'ntfy',
    field: '',
    address: 'https://ntfy.sh/a-name-nobody-guesses',
    prefix: '',
    help: 'Choose a topic that nobody guesses, subscribe to it in the app, and enter its address here.',
  },
  {
    name: 'Another one',
    field: 'text',
    address: 'https://…',
    prefix: '',
    help: 'The message is sent by POST: in this field of a JSON object, or as plain text without a field.',
  },
];

/** The preset that a stored address was most likely made with. */
export function presetOf(hook: { url: string; field: string }): string {
  if (/^https:\/\/(\w+\.)?discord(app)?\.com\//.test(hook.url)) return 'Discord';
  if (hook.url.startsWith('https://hooks.slack.com/')) return 'Slack';
  return hook.field === '' ? 'ntfy' : 'Another one';
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

/** This browser's secret; made when it is first needed. */
function secret(): string {
  const known = kept();
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(24)), (one) => one.toString(16).padStart(2, '0')).join(
    '',
  );
  localStorage.setItem(KEPT_AS, made);
  return made;
}

const ask = (path: string, body?: unknown) =>
  json<RemindersInfo>(`/reminders${path}`, { body, token: secret(), method: body === undefined ? 'GET' : 'POST' });

/** All seats of this browser are told of, in portions that the server takes. */
async function tellOfAll(): Promise<RemindersInfo> {
  const all = tokens();
  let told = await ask('/seats', { tokens: all.slice(0, PORTION) });
  for (let at = PORTION; at < all.length; at += PORTION)
    told = await ask('/seats', { tokens: all.slice(at, at + PORTION) });
  return told;
}

/** A seat that was taken just now. Only for those who want to be told of their turns. */
export function tellOf(token: string): void {
  if (kept()) void ask('/seats', { tokens: [token] }).catch(() => {});
}

/** The bytes of a key as browsers want it. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

async function worker(): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker?.getRegistration();
  return found && 'pushManager' in found ? found : null;
}

export const reminders = {
  read: () => ask(''),
  async setWebhook(wish: WebhookWish): Promise<RemindersInfo> {
    await ask('/webhook', wish);
    return tellOfAll();
  },
  async askMail(address: string): Promise<RemindersInfo> {
    return ask('/mail', { address });
  },
  async confirmMail(code: string): Promise<RemindersInfo> {
    await ask('/mail/code', { code });
    return tellOfAll();
  },
  test: () => json<TestOutcome>('/reminders/test', { method: 'POST', token: secret() }),
  async forget(): Promise<void> {
    await json('/reminders/forget', { method: 'POST', token: secret() });
    localStorage.removeItem(KEPT_AS);
  },
  /** Is this browser itself told, also while it is closed? */
  async isThisBrowserTold(): Promise<boolean> {
    return Boolean(await (await worker())?.pushManager.getSubscription());
  },
  canThisBrowserBeTold: async () => (await worker()) !== null,
  /** Only after a press of a button: browsers ask the person then. Throws a sentence if it cannot be. */
  async tellThisBrowser(key: string): Promise<RemindersInfo> {
    const here = await worker();
    if (!here || (await Notification.requestPermission()) !== 'granted')
      throw new Error('Your browser does not allow it: let this site send notifications in the browser’s settings.');
    let made: PushSubscription;
    try {
      made = await here.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) });
    } catch {
      throw new Error('The push service of your browser does not answer: try again later.');
    }
    const { endpoint, keys } = made.toJSON();
    await ask('/push', { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] });
    return tellOfAll();
  },
  async leaveThisBrowser(): Promise<RemindersInfo> {
    const made = await (await worker())?.pushManager.getSubscription();
    if (made) await made.unsubscribe();
    return made ? ask('/push/end', { endpoint: made.endpoint }) : ask('');
  },
};
