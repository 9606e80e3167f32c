import { describe, expect, it } from 'vitest';
import { keyBytes, presetOf } from './reminders';

describe('being told while away', () => {
  it('knows whose address it is', () => {
    expect(presetOf({ url: 'https://discord.com/api/webhooks/1/x', field: 'content' })).toBe('Discord');
    expect(presetOf({ url: 'https://hooks.slack.com/services/x', field: 'text' })).toBe('Slack');
    expect(presetOf({ url: 'https://ntfy.sh/topic', field: '' })).toBe('ntfy');
    expect(presetOf({ url: 'https://discord.evil.example/', field: 'content' })).toBe('Another one');
  });
  it('reads keys as browsers want them', () => {
    expect([...keyBytes('-_8')]).toEqual([251, 255]);
  });
});
