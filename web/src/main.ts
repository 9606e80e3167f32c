import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/literata/index.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './base.css';
import './theme.css';

mount(App, { target: document.getElementById('app')! });
