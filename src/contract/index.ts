export * from './endpoints.js';
export * from './error-codes.js';
export * from './gaps.js';
export * from './limits.js';
export * from './messages.js';
export * from './secret-text.js';
export * from './service-settings.js';
