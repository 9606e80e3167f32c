import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/literata/index.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import './theme.css';

// Where the browser allows it (https, or the server's own computer), the table can be installed and is there offline.
if (import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => {}));

mount(App, { target: document.getElementById('app')! });
